import { startDemo } from './demo-server';
import type { SignIn } from './environment';

/** Administrators besides that of the demo: one whose password and sessions a test changes, one who works all day. */
const others = {
  E2E_SPARE: {
    username: 'e2e',
    name: 'Eva Eigen',
    password: 'een-eigen-wachtwoord-voor-e2e',
  },
  E2E_SECRETARY: {
    username: 'secretaris',
    name: 'Sia Secretaris',
    password: 'een-ander-wachtwoord-voor-e2e',
  },
};

/** Starts a demo club on a free port, unless E2E_BASE_URL names a server that already runs. */
export default async function globalSetup(): Promise<(() => void) | undefined> {
  if (process.env.E2E_BASE_URL !== undefined) return undefined;
  const club = await startDemo({ people: 300, log: 'server' });
  try {
    // The demo's own users cannot change their password.
    for (const [variable, { username, name, password }] of Object.entries(others)) {
      club.run(
        [
          ...['user', 'add', '--username', username, '--email', `${username}@clubhuis.example`],
          ...['--display-name', name, '--role', 'administrator', '--password-stdin'],
        ],
        password,
      );
      tell(variable, { username, password });
    }
  } catch (error) {
    club.stop();
    throw error;
  }
  process.env.E2E_BASE_URL = club.baseURL;
  tell('E2E_ADMIN', club.admin);
  tell('E2E_USER', club.user);
  return club.stop;
}

function tell(name: string, { username, password }: SignIn): void {
  process.env[name] = username;
  process.env[`${name}_PASSWORD`] = password;
}
