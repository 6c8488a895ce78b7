/// One column as its table declares it.
package struct DeclaredColumn: Equatable, Sendable {
  package let name: String
  /// As written in the schema; empty where none was written.
  package let type: String

  package init(name: String, type: String) {
    self.name = name
    self.type = type
  }
}

extension Database {
  /// The columns of a table or view in order; none when there is no such table.
  package func columns(of table: String) throws(SQLiteFailure) -> [DeclaredColumn] {
    let statement = try prepare("SELECT name, type FROM pragma_table_info(?1)")
    try statement.bind(table, at: 1)
    var columns: [DeclaredColumn] = []
    while try statement.step() {
      columns.append(
        DeclaredColumn(
          name: statement.text(at: 0) ?? "", type: statement.text(at: 1) ?? ""))
    }
    return columns
  }

  /// The columns of which each alone is unique in the table, sorted by name.
  ///
  /// Partial indexes and indexes over expressions do not count. A primary key of one column does,
  /// though SQLite keeps no index for an integer one.
  package func uniqueColumns(of table: String) throws(SQLiteFailure) -> [String] {
    let statement = try prepare(
      """
      SELECT min(column.name) AS name
      FROM pragma_index_list(?1) AS list, pragma_index_info(list.name) AS column
      WHERE list."unique" = 1 AND list.partial = 0
      GROUP BY list.name HAVING count(*) = 1 AND min(column.name) IS NOT NULL
      UNION
      SELECT min(name) FROM pragma_table_info(?1) WHERE pk > 0 HAVING count(*) = 1
      ORDER BY name
      """)
    try statement.bind(table, at: 1)
    var names: [String] = []
    while try statement.step() {
      if let name = statement.text(at: 0) { names.append(name) }
    }
    return names
  }
}
