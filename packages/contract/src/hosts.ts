/** This machine (RFC 5735, section 4; RFC 6761, section 6.3), wherever its names are looked up, with any port. */
const loopback = /^((.+\.)?localhost\.?|127(\.\d{1,3}){3}|\[::1\])(:\d*)?$/i;

/** Whether a host, which can have a port, is this machine. */
export function isLoopback(host: string): boolean {
  return loopback.test(host);
}
