/// One request as it arrived, with its whole body.
package struct IncomingRequest: Equatable, Sendable {
  /// A name with its value, in the order of arrival.
  package struct Field: Equatable, Sendable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// In capitals, as it was sent.
  package let method: String
  /// Without the query, percent-decoded.
  package let path: String
  /// Percent-decoded; a name without `=` has an empty value.
  package let query: [Field]
  package let headers: [Field]
  package let body: [UInt8]

  package init(
    method: String, path: String, query: [Field] = [], headers: [Field] = [], body: [UInt8] = []
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
  }

  /// The value of the first header of this name, in whatever case.
  package func header(_ name: String) -> String? {
    let wanted = name.lowercased()
    return headers.first { $0.name.lowercased() == wanted }?.value
  }

  /// The value of the first query item of this name.
  package func queryValue(_ name: String) -> String? {
    query.first { $0.name == name }?.value
  }
}
