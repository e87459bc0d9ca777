/** Loads the library for passkeys at the first use. Its 290 files would be a tenth of what every start loads (SET-24). */
export const loadWebAuthn = () => import('@simplewebauthn/server');
