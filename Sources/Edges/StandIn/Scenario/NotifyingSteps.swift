import Records

// What the store tells the app's server.
extension StoryTeller {
  /// Sends a notification that carries the record as it stands now.
  mutating func notify(
    _ label: String, at moment: Instant, _ type: String, _ subtype: String?,
    _ sending: Sending = .answered
  ) throws(ScenarioFailure) {
    let version = try told(label).version
    let environment = chapter.versions[version].transaction.environment
    send(at: moment, type, subtype, sending, environment, version: version)
  }

  /// Sends what no other step causes.
  mutating func announce(_ announcement: Step.Announcement) throws(ScenarioFailure) {
    let moment = moment(announcement.ago)
    if let label = announcement.of {
      try notify(label, at: moment, announcement.type, announcement.subtype)
    } else {
      send(
        at: moment, announcement.type, announcement.subtype, .answered, announcement.environment,
        product: announcement.product?.id)
    }
  }

  /// Says how the last notification went.
  mutating func deliver(_ sending: Sending) throws(ScenarioFailure) {
    guard !chapter.notifications.isEmpty else { throw .nothingSent(story: story.name) }
    chapter.notifications[chapter.notifications.count - 1].sending = sending
  }

  private mutating func send(
    at moment: Instant, _ type: String, _ subtype: String?, _ sending: Sending,
    _ environment: WorldEnvironment, version: Int? = nil, product: String? = nil
  ) {
    let delay = mint.random.number(in: 2...9) * Milliseconds.second
    chapter.notifications.append(
      SentNotification(
        at: moment.adding(milliseconds: delay), type: type, subtype: subtype,
        uuid: mint.random.uuid(), sending: sending, environment: environment, version: version,
        product: product))
  }
}
