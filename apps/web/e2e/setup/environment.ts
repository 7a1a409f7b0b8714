/** A user that the tests sign in as. */
export interface SignIn {
  username: string;
  password: string;
}

function need(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`${name} is not set`);
  return value;
}

const signIn = (name: string): SignIn => ({
  username: need(name),
  password: need(`${name}_PASSWORD`),
});

/** What the tests need to know; the global setup fills in what the caller did not give. */
export const environment = {
  baseURL: () => need('E2E_BASE_URL'),
  /** Sees everyone. */
  admin: () => signIn('E2E_ADMIN'),
  /** Sees what they created. */
  user: () => signIn('E2E_USER'),
  /** An administrator of their own for the tests that end sessions and change the password. */
  spare: () => signIn('E2E_SPARE'),
  /** An administrator whose views, columns and sessions no other test looks at. */
  secretary: () => signIn('E2E_SECRETARY'),
};
