/** The names of all members that a contract marks with `x-secret`, sorted. */
export function secretNames(contract: object): string[] {
  const names = new Set<string>();
  const collect = (value: object): void => {
    for (const [name, member] of Object.entries(value) as [string, unknown][]) {
      if (typeof member !== 'object' || member === null) continue;
      if (name === 'properties') {
        for (const [property, schema] of Object.entries(member) as [string, unknown][]) {
          if (Object(schema)['x-secret'] === true) names.add(property);
        }
      }
      collect(member);
    }
  };
  collect(contract);
  return [...names].toSorted();
}
