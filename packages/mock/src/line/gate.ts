import type { Call } from '../http/message.ts';

/** Names that lead to this machine, wherever they are looked up. */
const loopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Creates the check of where a request comes from. A web page can reach the mock under a name of its own, whose address
 * it changes to 127.0.0.1 (DNS rebinding); the header `Host` shows that.
 *
 * @param hosts names under which the mock can be called, in addition to those of this machine
 * @param origins origins whose pages can call it, in addition to those of this machine; undefined for every origin
 * @returns a function that returns why a request is rejected, or undefined
 */
export function createGate(
  hosts: readonly string[],
  origins: readonly string[] | undefined,
): (call: Call) => string | undefined {
  const names = new Set(hosts.map((host) => host.toLowerCase()));
  const isAllowed = (host: string) => {
    const name = host.toLowerCase().replace(/:\d*$/, '');
    return loopback.test(name) || names.has(name);
  };
  // Most requests have the same host as the one before.
  let known: string | undefined;
  return (call) => {
    const { host } = call;
    if (host !== known) {
      if (host !== undefined && !isAllowed(host)) {
        return 'The mock cannot be called under this host name; allow it with --allow-host';
      }
      known = host;
    }
    const origin = origins && call.header('origin');
    if (origin === undefined || origins?.includes(origin)) return undefined;
    const [, authority] = /^https?:\/\/(.*)$/.exec(origin) ?? [];
    return authority !== undefined && loopback.test(authority.toLowerCase().replace(/:\d*$/, ''))
      ? undefined
      : 'Pages of this origin cannot call the mock; allow it with --allow-origin';
  };
}
