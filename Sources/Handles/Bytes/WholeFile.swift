/// Reads all of `path`, or standard input for `-`, and refuses a file above `byteLimit` bytes.
///
/// A file above the limit is reported with `errno` `EFBIG`.
package func readWhole(path: String, byteLimit: Int) throws(FileFailure) -> [UInt8] {
  var file = try BlockReader(path: path)
  var contents: [UInt8] = []
  while contents.count <= byteLimit {
    let room = byteLimit - contents.count
    let wanted = room < blockByteCount ? room + 1 : blockByteCount
    if try file.read(into: &contents, upTo: wanted) == 0 { return contents }
  }
  throw .tooLarge(path, byteLimit: byteLimit)
}

private let blockByteCount = 65_536
