/** Hands the settings of pip for indexes and certificates to uv, which does not read them. */

type Variables = Readonly<Record<string, string>>;

/** The variables of uv by the settings of pip. */
const uvVariables: Variables = {
  'index-url': 'UV_DEFAULT_INDEX',
  'extra-index-url': 'UV_INDEX',
  'find-links': 'UV_FIND_LINKS',
  'trusted-host': 'UV_INSECURE_HOST',
  'default-timeout': 'UV_HTTP_TIMEOUT',
  cert: 'SSL_CERT_FILE',
};

/** What installers read from the environment, and variables that begin so. */
const installerVariables: readonly string[] = [
  'PATH',
  'HOME',
  'LANG',
  'TMPDIR',
  'NETRC',
  'REQUESTS_CA_BUNDLE',
  'CURL_CA_BUNDLE',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'NO_PROXY',
];
const installerPrefixes: readonly string[] = [
  'LC_',
  'PIP_',
  'UV_',
  'SSL_',
  'XDG_',
];

function isOfInstallers(variable: string): boolean {
  const name = variable.toUpperCase();
  const hasPrefix = installerPrefixes.some((prefix) => name.startsWith(prefix));
  return hasPrefix || installerVariables.includes(name);
}

/** Returns the part of an environment that pip and uv use. */
export function installerEnvironment(env: NodeJS.ProcessEnv): Variables {
  const entries = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && isOfInstallers(entry[0]),
  );
  return {
    ...Object.fromEntries(entries),
    PIP_DISABLE_PIP_VERSION_CHECK: '1',
    PIP_NO_INPUT: '1',
    PYTHONUTF8: '1',
  };
}

/**
 * Returns the environment for uv. What it already says about uv stays.
 *
 * @param pipSettings what `pip config list` prints
 */
export function uvEnvironment(env: Variables, pipSettings: string): Variables {
  const variables: Record<string, string> = {};
  // Settings of the environment stand last, and override those of files.
  for (const line of pipSettings.split('\n')) {
    const [, name = '', value = ''] =
      /^[^.]+\.([\w-]+)='(.*)'$/.exec(line.trim()) ?? [];
    const variable = uvVariables[name];
    if (variable !== undefined)
      variables[variable] = value.replaceAll(String.raw`\n`, ' ').trim();
  }
  // pip trusts the certificates of the system as well.
  return { UV_NATIVE_TLS: '1', UV_NO_PROGRESS: '1', ...variables, ...env };
}
