import { ErasuresCard } from './ErasuresCard';

/** For how long the club keeps what it knows of people. */
export function KeepTab() {
  return <ErasuresCard />;
}
