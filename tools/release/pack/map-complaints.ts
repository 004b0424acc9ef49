import { leadsWithin, type PackedFiles } from './packed-files.ts';

interface SourceMap {
  readonly sources: readonly string[];
  readonly sourcesContent?: readonly (string | null)[];
}

/** Tells of source maps (ECMA-426) that lead nowhere: a file's map and a map's sources must come with it. */
export function mapComplaints(path: string, files: PackedFiles): readonly string[] {
  const text = files.read(path);
  if (path.endsWith('.map')) {
    const { sources, sourcesContent = [] } = JSON.parse(text) as SourceMap;
    return sources
      .filter((source, index) => !sourcesContent[index] && !leadsWithin(files, path, source))
      .map((source) => `${path}: ${source} is not in the package`);
  }
  const [, map] = /^\/\/# sourceMappingURL=(\S+)$/m.exec(text) ?? [];
  const leads = map === undefined || map.startsWith('data:') || leadsWithin(files, path, map);
  return leads ? [] : [`${path}: its map ${map} is not in the package`];
}
