declare module 'cloudflare:workers' {
  /** What the configuration binds. */
  export const env: { readonly BASE_URL: string; readonly API_KEY: string };
}
