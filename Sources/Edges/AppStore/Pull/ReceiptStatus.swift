/// What an answer that accepts nothing asks to be done (facts 6.3).
enum ReceiptStatus {
  case otherServer
  /// The same question may soon get another answer.
  case passing
  case wrongSecret, gone, refused

  init(_ reply: ReceiptReply) {
    self =
      switch reply.status {
      case 21_007, 21_008: .otherServer
      // 21002 is a receipt that cannot be read, or a server that stumbled.
      case 21_002, 21_005, 21_009: .passing
      case 21_100...21_199: reply.isRetryable ? .passing : .refused
      case 21_004: .wrongSecret
      case 21_010: .gone
      default: .refused
      }
  }
}
