import {
  ComponentType,
  ExternalReferenceType,
  HashAlgorithm,
} from '@cyclonedx/cyclonedx-library/Enums';
import {
  Bom,
  Component,
  ExternalReference,
  HashDictionary,
  Metadata,
  NamedLicense,
  SpdxLicense,
} from '@cyclonedx/cyclonedx-library/Models';
import { JSON as Json, JsonSerializer } from '@cyclonedx/cyclonedx-library/Serialize';
import { Spec1dot6 } from '@cyclonedx/cyclonedx-library/Spec';
import { isSupportedSpdxId } from '@cyclonedx/cyclonedx-library/SPDX';
import type { RuntimePackage } from './runtime-graph.ts';

/**
 * Writes the bill of materials of a package, CycloneDX 1.6 in JSON. It has neither a serial number nor a
 * time, so that it is the same for the same package.
 *
 * @param graph the package, and what it brings along after it
 * @param integrityOf the hash of a package's tarball, as Subresource Integrity writes it
 * @param repository where the source of the package is
 */
export function makeSbom(
  graph: readonly RuntimePackage[],
  integrityOf: (it: RuntimePackage) => string,
  repository: string,
): string {
  const components = new Map<string, Component>();
  for (const it of graph) components.set(purlOf(it), componentOf(it, integrityOf(it)));
  const byFolder = new Map(graph.map((it) => [it.folder, components.get(purlOf(it))!]));
  for (const { folder, needs } of graph) {
    for (const need of needs) byFolder.get(folder)!.dependencies.add(byFolder.get(need)!.bomRef);
  }
  const [self, ...others] = components.values();
  self!.externalReferences.add(new ExternalReference(repository, ExternalReferenceType.VCS));
  const bom = new Bom({ metadata: new Metadata({ component: self! }) });
  for (const other of others) bom.components.add(other);
  const serializer = new JsonSerializer(new Json.Normalize.Factory(Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

function componentOf(it: RuntimePackage, integrity: string): Component {
  const [, scope, name] = /^(?:(@[^/]+)\/)?(.+)$/.exec(it.name)!;
  const component = new Component(ComponentType.Library, name!, {
    ...(scope !== undefined && { group: scope }),
    version: it.version,
    purl: purlOf(it),
    bomRef: purlOf(it),
    hashes: hashesOf(integrity),
  });
  if (it.license !== undefined) {
    const isId = isSupportedSpdxId(it.license);
    component.licenses.add(isId ? new SpdxLicense(it.license) : new NamedLicense(it.license));
  }
  return component;
}

/** The package URL (purl specification, type npm): a scope's `@` is percent-encoded. */
function purlOf({ name, version }: RuntimePackage): string {
  return `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`;
}

function hashesOf(integrity: string): HashDictionary {
  const algorithms = { sha1: HashAlgorithm['SHA-1'], sha512: HashAlgorithm['SHA-512'] };
  return new HashDictionary(
    integrity.split(' ').map((it) => {
      const [, kind, hash] = /^(sha1|sha512)-(.+)$/.exec(it)!;
      return [algorithms[kind as 'sha1' | 'sha512'], Buffer.from(hash!, 'base64').toString('hex')];
    }),
  );
}
