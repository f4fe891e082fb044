/**
 * The fields of a person after the connection's last write. While they are the same, what the connection sent is
 * answered as it was sent; a field that another source has changed since is answered as it is.
 */
export type WrittenFields = Readonly<
  Record<
    | 'email'
    | 'firstName'
    | 'lastName'
    | 'middleInitial'
    | 'name'
    | 'accountType'
    | 'role'
    | 'legacyNumber'
    | 'schoolProgram',
    string | null
  >
>;
