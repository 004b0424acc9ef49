/** Names of this machine. Imports nothing. */

/** This machine, wherever its names are looked up, with any port. */
const loopback =
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d*)?$/i;

/** Whether a host, which can have a port, is this machine. */
export function isLoopback(host: string): boolean {
  return loopback.test(host);
}
