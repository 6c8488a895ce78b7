import Formats
import Rules

/// What is asked of every purchase, for people and machines; made from the rule book alone.
package enum RulesPage {
  /// The name of the schema of the JSON form.
  package static let schema = "iap-reconcile/rules/1"

  /// For a terminal.
  package static func text(width: Int = 100, isColoured: Bool = false) -> String {
    var page = TextPage(width: width, isColoured: isColoured)
    page.add("What is asked of every purchase (rules \(RuleBook.version))", .strong)
    let place = RuleBook.current.map { $0.kind.rawValue.utf8.count }.max() ?? 0
    for report in FindingKind.Report.allCases {
      page.addBlank()
      page.add("\(report.title) (\(report.fileName))", .strong)
      for rule in RuleBook.current where rule.kind.report == report {
        page.add(
          rule.question, indent: 2, lead: TerminalText.padded(rule.kind.rawValue, to: place + 2),
          leadStyle: .strong)
        page.add(rule.weight, .dim, indent: place + 4)
      }
    }
    page.addBlank()
    page.add("Noticed, never an alarm", .strong)
    for notice in RuleBook.noticed {
      page.add(notice.says, indent: 2, lead: TerminalText.padded(notice.kind, to: place + 2))
    }
    return page.text
  }

  /// For a machine.
  package static var json: [UInt8] {
    var writer = JSONWriter(.pretty)
    writer.object { object in
      object.member("schema", schema)
      object.member("version", RuleBook.version)
      object.key("rules")
      object.array { list in
        for rule in RuleBook.current { write(rule, &list) }
      }
      object.key("notices")
      object.array { list in
        for notice in RuleBook.noticed {
          list.object { object in
            object.member("id", notice.kind)
            object.member("says", notice.says)
          }
        }
      }
    }
    writer.endLine()
    return writer.bytes
  }

  private static func write(_ rule: Rule, _ list: inout JSONWriter) {
    list.object { object in
      object.member("id", rule.kind.rawValue)
      object.member("question", rule.question)
      object.member("weight", rule.weight)
      object.member("report", rule.kind.report.rawValue)
    }
  }
}
