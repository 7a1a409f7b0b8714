import { startDemo } from './demo-server';
import type { SignIn } from './environment';

const spare = { username: 'e2e', password: 'een-eigen-wachtwoord-voor-e2e' };

/** Starts a demo club on a free port, unless E2E_BASE_URL names a server that already runs. */
export default async function globalSetup(): Promise<(() => void) | undefined> {
  if (process.env.E2E_BASE_URL !== undefined) return undefined;
  const club = await startDemo({ people: 300, log: 'server' });
  try {
    // The demo's own users cannot change their password.
    club.run(
      [
        ...['user', 'add', '--username', spare.username, '--email', 'e2e@clubhuis.example'],
        ...['--display-name', 'Eva Eigen', '--role', 'administrator', '--password-stdin'],
      ],
      spare.password,
    );
  } catch (error) {
    club.stop();
    throw error;
  }
  process.env.E2E_BASE_URL = club.baseURL;
  tell('E2E_ADMIN', club.admin);
  tell('E2E_USER', club.user);
  tell('E2E_SPARE', spare);
  return club.stop;
}

function tell(name: string, { username, password }: SignIn): void {
  process.env[name] = username;
  process.env[`${name}_PASSWORD`] = password;
}
