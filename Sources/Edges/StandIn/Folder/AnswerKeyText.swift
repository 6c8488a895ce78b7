extension AnswerKey {
  /// The content of `planted.json`: one finding or trap a line, so that it can be read and compared.
  package var text: String {
    let lines = findings.sorted().map { finding in
      var object = PayloadText()
      object.add("kind", finding.kind)
      object.add("transactionId", finding.transactionID)
      object.add("rows", finding.rows)
      return object.text
    }
    let silent = traps.map { trap in
      var object = PayloadText()
      object.add("trap", trap.name)
      object.add("why", trap.why)
      object.add("transactionIds", trap.transactionIDs)
      object.add("rows", trap.rows)
      return object.text
    }
    return """
      {"schema": "fake-app-store/planted/1",
       "findings": [\(Self.block(lines))],
       "silent": [\(Self.block(silent))]}

      """
  }

  private static func block(_ lines: [String]) -> String {
    lines.isEmpty ? "" : "\n  " + lines.joined(separator: ",\n  ")
  }
}
