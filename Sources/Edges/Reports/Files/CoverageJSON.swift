import Formats
package import Reconciliation

/// What a run could not see, as JSON.
package enum CoverageJSON {
  /// The whole text, as a state keeps it with its run.
  package static func bytes(_ coverage: Coverage) -> [UInt8] {
    var writer = JSONWriter(.compact)
    write(coverage, &writer)
    return writer.bytes
  }

  static func write(_ coverage: Coverage, _ writer: inout JSONWriter) {
    writer.object { object in
      object.member("complete", coverage.isComplete)
      if let sight = coverage.sight { write(sight, &object) }
      write("gaps", coverage.gaps, &object)
      write("limits", coverage.limits, &object)
    }
  }

  private static func write(_ sight: Sight, _ object: inout JSONWriter) {
    object.key("seen")
    object.object { object in
      object.member("notificationsSince", sight.notificationsSince?.isoText)
      object.member("noNotificationListed", sight.isSilent)
      object.member("customers", sight.customers)
      object.member("customersRead", sight.customersRead)
    }
  }

  private static func write(
    _ key: String, _ entries: [Coverage.Entry], _ object: inout JSONWriter
  ) {
    object.key(key)
    object.array { list in
      for entry in entries {
        list.object { object in
          object.member("scope", entry.scope)
          object.member("reason", entry.reason)
          object.member("count", entry.count)
          object.member("accepted", entry.accepted)
        }
      }
    }
  }
}
