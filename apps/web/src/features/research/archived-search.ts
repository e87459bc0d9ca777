/** The search part of an archived page's address: it names the citation whose words are marked. */
export interface ArchivedSearch {
  document?: string;
  version?: string;
  /** Index of the citation in the list of the document's version. */
  citation?: string;
}
