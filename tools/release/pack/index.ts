export { PackError } from './pack-error.ts';
export { type Packed, packPackages } from './pack-packages.ts';
export { type PublishedPackage, publishedPackages } from './published-packages.ts';
