import GrantLedger
import JobFile

/// A job file that is read as if it lay at `/srv/jobs/nightly.json5`.
func job(_ text: String) throws(InputFailure) -> Job {
  try Job.parse(Array(text.utf8), path: "/srv/jobs/nightly.json5")
}

/// A job with an app and these other keys.
func job(with keys: String) throws(InputFailure) -> Job {
  try job("{ app: { bundleId: \"com.example.game\" },\n\(keys) }")
}

/// Why a job with an app and these other keys cannot be used; nil if it can.
func failure(with keys: String) -> InputFailure? {
  do throws(InputFailure) {
    _ = try job(with: keys)
    return nil
  } catch {
    return error
  }
}

/// What is complained of in a job with an app and these other keys.
func complaints(with keys: String) -> [String] {
  failure(with: keys)?.places.map(\.reason) ?? []
}
