/** Where a file of a report is, for the tools that read one. */

export interface FileLocation {
  /** The path as a URI reference, from the working directory; null for the standard input. */
  readonly uri: string | null;
  /** The path as a person writes it there, with forward slashes. */
  readonly path: string;
}

/** From a path as the user named it. */
export type Locate = (path: string) => FileLocation;
