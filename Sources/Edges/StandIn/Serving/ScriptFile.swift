import Bytes
import Formats

/// A JSON5 file that a person wrote for the stand-in; every complaint names file, line and column.
struct ScriptFile {
  let path: String
  private let bytes: [UInt8]

  init(path: String) throws(StandInFailure) {
    self.path = path
    do throws(FileFailure) {
      bytes = try readWhole(path: path, byteLimit: 16_777_216)
    } catch {
      throw .input(path: path, reason: error.description)
    }
  }

  func document() throws(StandInFailure) -> JSONValue {
    var scanner = JSONScanner(bytes, dialect: .json5)
    do throws(JSONFailure) {
      return try scanner.document()
    } catch {
      throw .input(path: path, reason: error.description)
    }
  }

  func failure(_ reason: String, _ value: JSONValue) -> StandInFailure {
    failure(reason, at: value.position)
  }

  private func failure(_ reason: String, at place: TextPosition) -> StandInFailure {
    .input(path: path, reason: "line \(place.line), column \(place.column): \(reason)")
  }

  /// The members of an object that has no others than these.
  func object(_ value: JSONValue, keys: [String]) throws(StandInFailure) -> JSONObject {
    guard let object = value.object else {
      throw failure("an object is expected, not \(value.kindName)", value)
    }
    for member in object.members where !keys.contains(member.key) {
      let nearest = NearestName.suggestion(for: member.key, among: keys)
      let hint = nearest.map { "; did you mean `\($0)`?" } ?? ""
      throw failure("`\(member.key)` is not known here\(hint)", at: member.position)
    }
    return object
  }

  func text(_ value: JSONValue?) throws(StandInFailure) -> String? {
    guard let value else { return nil }
    guard let text = value.string else {
      throw failure("a text is expected, not \(value.kindName)", value)
    }
    return text
  }

  func number(_ value: JSONValue?) throws(StandInFailure) -> Int64? {
    guard let value else { return nil }
    guard let number = value.number.flatMap({ Int64($0) }), number >= 0, number <= 1_000_000_000
    else { throw failure("a whole number up to 1000000000 is expected", value) }
    return number
  }

  func truth(_ value: JSONValue?) throws(StandInFailure) -> Bool? {
    guard let value else { return nil }
    guard let truth = value.bool else {
      throw failure("true or false is expected, not \(value.kindName)", value)
    }
    return truth
  }
}
