import AppStore
import Host

/// What a pull takes of the machine, from the moment on at which this is made.
struct PullCost {
  private let begun = Machine.monotonicMilliseconds
  private let worked = Machine.processorMilliseconds
  private let peak = Machine.peakResidentBytes

  /// One line for a log, at the end of the pull.
  func words(of report: PullReport) -> String {
    let calls = report.calls.values.reduce(0, +)
    return "pulled \(report.pages) pages with \(report.records + report.refused) records in "
      + "\(calls) requests and \(seconds(since: begun, until: Machine.monotonicMilliseconds)) s, "
      + "\(seconds(since: worked, until: Machine.processorMilliseconds)) s of them processor; peak "
      + "memory \(mebibytes(Machine.peakResidentBytes)) MiB, before the pull \(mebibytes(peak)) MiB"
  }

  private func seconds(since start: Int64, until end: Int64) -> String {
    let tenths = (end - start + 50) / 100
    return "\(tenths / 10).\(tenths % 10)"
  }

  private func mebibytes(_ bytes: Int) -> Int { (bytes + 524_288) / 1_048_576 }
}
