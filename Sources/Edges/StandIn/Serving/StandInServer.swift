import Microhttpd
package import Records
import System

/// A stand-in store that listens on 127.0.0.1 until it is let go.
package final class StandInServer {
  private let desk: Desk
  private let server: HTTPServer

  /// Opens the folder's store at the moment of `clock`, its own if none is given.
  ///
  /// Port 0 is any free one.
  package init(
    _ folder: StoreFolder, clock: Instant? = nil, port: UInt16 = 0, faults: [Fault] = [],
    feed: FeedStyle = FeedStyle()
  ) throws(StandInFailure) {
    let desk = try Desk(folder, clock: clock ?? folder.identity.clock, faults: faults, feed: feed)
    do throws(ServerFailure) {
      server = try HTTPServer(port: port) { desk.answer($0) }
    } catch {
      throw .folder(error.description)
    }
    self.desk = desk
  }

  /// The port it listens on.
  package var port: UInt16 { server.port }

  /// Where the store's API begins.
  package var baseURL: String { "http://127.0.0.1:\(port)" }

  /// Every call until now, in the order of answers.
  package var requests: [RequestEntry] { desk.requests }

  /// How many calls there were until now.
  package var requestCount: Int { desk.requestCount }

  /// Ends all connections.
  package func stop() { server.stop() }
}

/// Where calls meet: one is answered after another, since the store's keys and memory are one.
private final class Desk: Sendable {
  private struct State: ~Copyable {
    var counter: StoreCounter
    var faults: FaultPlan
    var log: [RequestEntry] = []
  }

  private let state: Guarded<State>

  init(
    _ folder: StoreFolder, clock: Instant, faults: [Fault], feed: FeedStyle
  ) throws(StandInFailure) {
    let counter = try StoreCounter(folder, clock: clock, feed: feed)
    state = Guarded(State(counter: counter, faults: FaultPlan(faults)))
  }

  func answer(_ request: IncomingRequest) -> OutgoingResponse {
    let arrival = Clock.nowMilliseconds()
    return state.withLock { state in
      let effect = state.faults.effect(on: request)
      var answer =
        effect?.isWholeAnswer == true ? .noSuchPath : state.counter.answer(request, now: arrival)
      if let effect { answer = effect.applied(to: answer) }
      state.log.append(RequestEntry(request, answer, at: arrival, fault: effect))
      return answer
    }
  }

  var requests: [RequestEntry] { state.withLock { $0.log } }
  var requestCount: Int { state.withLock { $0.log.count } }
}
