// The peers are not there until the bench has installed them; the check of types must not need them.
declare module '@kubb/core' {
  export function defineConfig(config: object): object;
}
declare module '@kubb/plugin-oas' {
  export function pluginOas(options: object): object;
}
declare module '@kubb/plugin-ts' {
  export function pluginTs(): object;
}
declare module '@kubb/plugin-client' {
  export function pluginClient(options: object): object;
}
