/// An id of one kind: text from byte to byte, never a number.
///
/// The kind keeps a user from being compared with a product by mistake.
package struct Identifier<Kind>: Hashable, Sendable {
  /// The id as a text of the books' table.
  package let text: Text

  /// No id.
  package static var none: Identifier { Identifier(.empty) }

  package init(_ text: Text) {
    self.text = text
  }

  /// Whether there is no id.
  package var isNone: Bool { text.isEmpty }
}

/// Apple's `transactionId`; one purchase may have several.
package typealias TransactionID = Identifier<TransactionKind>
/// Apple's `originalTransactionId`, which names a chain.
package typealias OriginalTransactionID = Identifier<OriginalTransactionKind>
/// Apple's `webOrderLineItemId`, one for each period of a subscription.
package typealias LineItemID = Identifier<LineItemKind>
/// Apple's `appTransactionId`, one for each Apple account and app.
package typealias AppTransactionID = Identifier<AppTransactionKind>
/// Apple's `productId`.
package typealias ProductID = Identifier<ProductKind>
/// The app's own name for a user.
package typealias UserID = Identifier<UserKind>
/// A UUID in lower case that the app attached to a purchase.
package typealias AccountToken = Identifier<AccountTokenKind>
/// Apple's `bundleId`.
package typealias BundleID = Identifier<BundleKind>
/// Apple's `environment`, as text, since new ones appear.
package typealias EnvironmentID = Identifier<EnvironmentKind>
/// The ledger's own key of a row.
package typealias RowID = Identifier<RowKind>

/// Marks a transaction id.
package enum TransactionKind {}
/// Marks an original transaction id.
package enum OriginalTransactionKind {}
/// Marks a line item id.
package enum LineItemKind {}
/// Marks an app transaction id.
package enum AppTransactionKind {}
/// Marks a product id.
package enum ProductKind {}
/// Marks a user id.
package enum UserKind {}
/// Marks an account token.
package enum AccountTokenKind {}
/// Marks a bundle id.
package enum BundleKind {}
/// Marks an environment.
package enum EnvironmentKind {}
/// Marks a ledger row's key.
package enum RowKind {}
