type Server = { url: string; variables?: Record<string, { default: string }> };

/**
 * Copies a contract with the defaults of the server variables put into the addresses of its servers.
 * Redoc takes an address that begins with a variable for a relative one, and shows it behind the
 * address of the page.
 */
export function withServerDefaults<T extends { servers: Server[] }>(contract: T): T {
  return { ...contract, servers: contract.servers.map(withDefaults) };
}

function withDefaults(server: Server): Server {
  const variables = Object.entries(server.variables ?? {});
  const url = variables.reduce(
    (text, [name, variable]) => text.replaceAll(`{${name}}`, variable.default),
    server.url,
  );
  return { ...server, url };
}
