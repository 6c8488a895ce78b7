import Testing

/// Whether a shell script can be run, and stops at its first failure.
enum Script {
  static let shebang: Substring = "#!/usr/bin/env bash"
  static let strictHeader: Substring = "set -o errexit -o nounset -o pipefail"

  /// Whatever lies among the scripts without a name's ending, and whatever calls itself shell.
  static func isShell(_ file: SourceFile) -> Bool {
    let isScript = file.path.hasPrefix("scripts/") || file.path.hasPrefix(".ci/")
    let last = file.path.split(separator: "/").last ?? ""
    let first = file.lines.first ?? ""
    return isScript && (!last.contains(".") || (first.hasPrefix("#!") && first.hasSuffix("sh")))
  }

  static func complaints(about file: SourceFile, isExecutable: Bool) -> [Complaint] {
    var complaints: [Complaint] = []
    if !isExecutable { complaints.append(Complaint(file, "is not executable")) }
    if file.lines.first != shebang {
      complaints.append(Complaint(file, line: 1, "begins with something else than \(shebang)"))
    }
    let firstCommand = file.lines.enumerated().first { _, line in
      !line.hasPrefix("#") && line.contains { $0 != " " }
    }
    if firstCommand?.element != strictHeader {
      complaints.append(
        Complaint(
          file, line: firstCommand.map { $0.offset + 1 }, "does not begin with '\(strictHeader)'"))
    }
    return complaints
  }
}

@Suite struct `shell scripts` {
  @Test func `can be run and are strict`() {
    let scripts = Tree.besides.filter(Script.isShell)
    #expect(scripts.contains { $0.path == "scripts/check" })
    #expect(scripts.contains { $0.path == ".ci/run" })
    expectNone(
      scripts.flatMap {
        Script.complaints(about: $0, isExecutable: Tree.isExecutable($0.path))
      })
  }

  @Test(arguments: [
    ("\(Script.shebang)\n# Why.\n\(Script.strictHeader)\necho\n", true, 0),
    ("\(Script.shebang)\n# Why.\n\(Script.strictHeader)\necho\n", false, 1),
    ("#!/bin/sh\n\(Script.strictHeader)\n", true, 1),
    ("\(Script.shebang)\necho\n\(Script.strictHeader)\n", true, 1),
    ("\(Script.shebang)\nset -e\n", true, 1),
    ("", true, 2),
  ])
  func `are looked at`(_ text: String, _ isExecutable: Bool, _ complaints: Int) {
    let file = SourceFile("scripts/planted", text)
    #expect(Script.complaints(about: file, isExecutable: isExecutable).count == complaints)
  }

  @Test(arguments: [
    ("scripts/check", "", true), ("scripts/a.sh", "#!/bin/sh", true), (".ci/run", "", true),
    ("scripts/a.py", "#!/usr/bin/env python3", false), ("docs/A.md", "", false),
  ])
  func `are told from other files`(_ path: String, _ text: String, _ isShell: Bool) {
    #expect(Script.isShell(SourceFile(path, text)) == isShell)
  }
}
