import Matching
import Records
import Specimens
import Testing

/// Which ids cannot be the store's.
@Suite struct `the id of a row` {
  @Test(
    arguments: [
      ("1001", nil), ("430000314400713", nil), ("612740550918371588", nil), ("9", nil),
      ("", .missing), ("0", .zero), ("0000", .zero), ("0042", .padded), ("01", .padded),
      ("4.30002E+14", .exponent), ("4,3E+14", .exponent), ("4E14", .exponent), ("1e-3", .exponent),
      ("E14", .foreign), ("4.3E", .foreign), ("4.3E+", .foreign), ("1.5", .foreign),
      ("-5", .foreign), ("+5", .foreign), ("GPA.3312-1234", .foreign), ("o1_9fKx2vQ7", .foreign),
      ("manual-2026-03-03-17", .foreign), ("appstore.application", .foreign), ("NULL", .foreign),
      ("1 001", .foreign), ("１００１", .foreign), ("12345678901234567890123456789012345678", nil),
    ] as [(String, IDFault?)])
  func `may be wrong by itself`(_ id: String, _ fault: IDFault?) {
    #expect(IDFault(ArraySlice(id.utf8)) == fault)
  }

  @Test(
    arguments: [
      ("an id of the store", "612740550918371588", nil),
      (
        "its digits after a double, as JavaScript writes them", "612740550918371600",
        "612740550918371588"
      ),
      ("its double, in full", "612740550918371584", "612740550918371588"),
      ("the next double", "612740550918371712", nil),
    ] as [(String, String, String?)])
  func `may have gone through a double`(_ words: String, _ id: String, _ candidate: String?) {
    let maker = BookMaker().sold("612740550918371588").granted(id)
    #expect(maker.idFault == candidate.map { .rounded(from: $0) })
  }

  @Test(arguments: [
    RowChange("of another product", false) { $0.product = "coins.500" },
    RowChange("an hour off", true) { $0.purchaseTime = $0.purchaseTime?.plus(hours: 1) },
    RowChange("more than that", false) {
      $0.purchaseTime = $0.purchaseTime?.plus(hours: 1, milliseconds: 1)
    },
    RowChange("of no time", true) { $0.purchaseTime = nil },
  ])
  func `is a double of the same sale only`(_ row: RowChange) {
    let maker = BookMaker().sold("612740550918371588").granted("612740550918371600") {
      row.change(&$0)
    }
    #expect(maker.idFault == (row.holds ? .rounded(from: "612740550918371588") : nil))
  }

  @Test func `names the lowest of several candidates`() {
    let maker = BookMaker().sold("612740550918371588").sold("612740550918371587")
      .granted("612740550918371600")
    for order in maker.everyOrder {
      #expect(order.idFault == .rounded(from: "612740550918371587"))
    }
  }

  @Test func `names the purchase's row beside a missed delivery`() {
    let maker = BookMaker().sold("612740550918371588").granted("612740550918371600")
    #expect(maker.groups().first?.neighbours.roundedRows == ["1"])
  }
}

extension BookMaker {
  fileprivate var idFault: IDFault? {
    let match = match()
    return match.unexplainedRows.first.flatMap { match.group(ofRow: Int($0)).idFault }
  }
}
