import { notifications } from '@mantine/notifications';
import { useState } from 'react';

import { addressesOf, type ReachBy, type ReachTo } from '@/api/people/addresses';
import type { PeopleSelection } from '@/api/people/bulk';
import type { Addresses } from '@/api/types';
import { copyLater } from '@/lib/clipboard';
import { describeError } from '@/lib/describe-error';
import { mailtoAll } from '@/lib/mailto';
import { reachTexts as texts } from '@/texts/reach';

/** What stands there to be copied by hand, and why. */
export interface ByHand {
  title: string;
  hint: string;
  text: string;
}

/** What separates addresses where mail programs take them. */
const separators = { email: ', ', phone: '\n' };

/** Mails people, or copies how to reach them: their own address, and those of the parents of who is under 16. */
export function useReach(who: PeopleSelection) {
  const [to, setTo] = useState<ReachTo>('parents');
  const [busy, setBusy] = useState(false);
  const [byHand, setByHand] = useState<ByHand>();

  /** Asks for the addresses; undefined when that fails, or nobody has one: then it was said. */
  const ask = async (by: ReachBy): Promise<Addresses | undefined> => {
    setBusy(true);
    try {
      const found = await addressesOf(who, by, to);
      if (found.addresses.length > 0) return found;
      notifications.show({ color: 'orange', message: texts.nothing(by) });
    } catch (error) {
      const { message } = describeError(error);
      notifications.show({ color: 'red', title: texts.failed, message });
    } finally {
      setBusy(false);
    }
    return undefined;
  };

  const tell = (title: string, by: ReachBy, { parents, without }: Addresses) => {
    const message = texts.details(
      by,
      parents,
      without.map(({ name }) => name),
    );
    notifications.show({
      color: 'green',
      title,
      message,
      autoClose: without.length > 0 ? 10_000 : 4_000,
    });
  };

  const copy = async (by: ReachBy) => {
    const asked = ask(by);
    const text = asked.then((found) => {
      if (found === undefined) throw new Error('nothing to copy');
      return found.addresses.join(separators[by]);
    });
    try {
      await copyLater(text);
    } catch {
      const found = await asked;
      if (found === undefined) return;
      setByHand({
        title: texts.byHand,
        hint: texts.byHandHint,
        text: found.addresses.join(separators[by]),
      });
      return;
    }
    const found = await asked;
    if (found !== undefined) tell(texts.copied(by, found.addresses.length), by, found);
  };

  const mail = async () => {
    const found = await ask('email');
    if (found === undefined) return;
    const link = mailtoAll(found.addresses);
    if (link === undefined) {
      const title = texts.tooMany(found.addresses.length);
      setByHand({ title, hint: texts.tooManyHint, text: found.addresses.join(separators.email) });
      return;
    }
    window.location.href = link;
    tell(texts.mailed(found.addresses.length), 'email', found);
  };

  return { to, setTo, busy, copy, mail, byHand, done: () => setByHand(undefined) };
}

export type Reach = ReturnType<typeof useReach>;
