import Microhttpd
package import Records
import System

/// A stand-in store that listens on 127.0.0.1 until it is let go.
package final class StandInServer {
  private let desk: Desk
  private let server: HTTPServer

  /// Opens the folder's store at the moment of `clock`, its own if none is given.
  ///
  /// Port 0 is any free one. `now` gives the UNIX milliseconds by which callers pace themselves, the
  /// machine's unless a test has a clock of its own: hourly limits, `Retry-After`, the lives of bearer
  /// tokens and the log go by it. It is asked on the server's threads.
  package init(
    _ folder: StoreFolder, clock: Instant? = nil, port: UInt16 = 0, faults: [Fault] = [],
    feed: FeedStyle = FeedStyle(), limits: HourlyLimits? = nil,
    now: @escaping @Sendable () -> Int64 = { Clock.nowMilliseconds() }
  ) throws(StandInFailure) {
    let counter = try StoreCounter(folder, clock: clock ?? folder.identity.clock, feed: feed)
    let desk = Desk(counter, FaultPlan(faults), HourMeter(limits), now: now)
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

  /// The store's moment, which a fault may have moved on.
  package var clock: Instant { desk.clock }

  /// Ends all connections.
  package func stop() { server.stop() }
}

/// Where calls meet: one is answered after another, since the store's keys and memory are one.
private final class Desk: Sendable {
  private struct State: ~Copyable {
    var counter: StoreCounter
    var faults: FaultPlan
    var meter: HourMeter
    var forger = Forger()
    var log: [RequestEntry] = []
  }

  private let state: Guarded<State>
  private let now: @Sendable () -> Int64

  init(
    _ counter: consuming sending StoreCounter, _ faults: FaultPlan, _ meter: HourMeter,
    now: @escaping @Sendable () -> Int64
  ) {
    state = Guarded(State(counter: counter, faults: faults, meter: meter))
    self.now = now
  }

  func answer(_ request: IncomingRequest) -> OutgoingResponse {
    state.withLock { state in
      let arrival = now()
      let asked = StoreQuestion(request)
      if let asked, let moment = state.meter.roomAgain(for: asked, at: arrival) {
        let answer = Refusal.tooManyRequests.response(retryAfter: String(moment))
        state.log.append(RequestEntry(request, asked, answer, at: arrival, fault: nil))
        return answer
      }
      let effect = state.faults.effect(on: request)
      var answer = OutgoingResponse.noSuchPath
      if effect?.isWholeAnswer != true {
        answer = state.counter.answer(request, asked, now: arrival, twist: effect?.twist)
      }
      if let effect {
        answer = effect.applied(to: answer, now: arrival)
        state.forger.apply(effect, to: &answer, at: state.counter)
        state.counter.clock = state.counter.clock.adding(milliseconds: effect.clockStep)
      }
      state.log.append(RequestEntry(request, asked, answer, at: arrival, fault: effect))
      return answer
    }
  }

  var requests: [RequestEntry] { state.withLock { $0.log } }
  var requestCount: Int { state.withLock { $0.log.count } }
  var clock: Instant { state.withLock { $0.counter.clock } }
}
