/** Identifies a file of an engagement. */
export interface FileProps {
  engagementId: string;
  filename: string;
}

/** Identifies the version that is shown. */
export interface VersionProps extends FileProps {
  version: number;
}
