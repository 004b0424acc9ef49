/** What `release.json` says of the tarballs beside it. */
export interface CheckedRelease {
  /** The commit that they were packed from. */
  readonly commit: string;
  readonly version: string;
  /** In the order in which they are published. */
  readonly packages: readonly CheckedPackage[];
}

export interface CheckedPackage {
  readonly name: string;
  readonly version: string;
  /** The name of the tarball. */
  readonly file: string;
  /** The hash of the tarball, as Subresource Integrity writes it: `sha512-…`. */
  readonly sha512: string;
  /** How many bytes the tarball has. */
  readonly bytes: number;
  /** The name of the bill of materials. */
  readonly sbom: string;
  /** The hash of the bill of materials, in the same form. */
  readonly sbomSha512: string;
}

/** The name of the file. */
export const releaseFile = 'release.json';
