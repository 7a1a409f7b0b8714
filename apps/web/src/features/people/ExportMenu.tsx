import { Menu } from '@mantine/core';
import { IconMail, IconPrinter, IconSend } from '@tabler/icons-react';
import { useState } from 'react';

import { lazyPart } from '@/components/lazy-part';
import { Part } from '@/components/Part';
import { MessageDialog } from '@/features/messages/MessageButton';
import { messageTexts } from '@/texts/messages';
import { peopleTexts } from '@/texts/people';
import { reachTexts } from '@/texts/reach';

import type { ColumnId } from './columns';
import { ExportButton } from './ExportButton';
import { ExportItems } from './ExportItems';
import { ByHandDialog } from './reach/ByHandDialog';
import { CopyItems } from './reach/CopyItems';
import { useReach } from './reach/use-reach';
import { type PeopleSearch, toFilter, toListQuery } from './search';
import { useExport } from './use-export';

const PrintPeople = lazyPart(() => import('./PrintPeople'));

interface ExportMenuProps {
  search: PeopleSearch;
  columns: readonly ColumnId[];
  total: number;
}

/** What can be done with the whole list. Open as soon as it is there: it is only loaded when somebody asks for it. */
export default function ExportMenu({ search, columns, total }: ExportMenuProps) {
  const [printing, setPrinting] = useState(false);
  const [writes, setWrites] = useState(false);
  const who = { filter: toFilter(search), expected: total };
  const exporting = useExport();
  const reach = useReach(who);
  const busy = exporting.isPending || reach.busy || printing;
  return (
    <>
      <Menu position="bottom-end" defaultOpened>
        <Menu.Target>
          <ExportButton
            loading={busy}
            disabled={total === 0}
            aria-label={busy ? peopleTexts.exporting : undefined}
          />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{peopleTexts.exportHint(total)}</Menu.Label>
          <ExportItems onExport={(format) => exporting.save(who, search, columns, format)} />
          <Menu.Item
            leftSection={<IconPrinter size={18} aria-hidden />}
            onClick={() => setPrinting(true)}
          >
            {peopleTexts.print}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconSend size={18} aria-hidden />}
            onClick={() => setWrites(true)}
          >
            {messageTexts.all}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconMail size={18} aria-hidden />}
            onClick={() => void reach.mail()}
          >
            {reachTexts.mailAll}
          </Menu.Item>
          <Menu.Label>{reachTexts.copy}</Menu.Label>
          <CopyItems reach={reach} />
        </Menu.Dropdown>
      </Menu>
      <Part onGiveUp={() => setWrites(false)}>
        {writes && <MessageDialog who={who} onClose={() => setWrites(false)} />}
      </Part>
      {reach.byHand && <ByHandDialog byHand={reach.byHand} onClose={reach.done} />}
      <Part onGiveUp={() => setPrinting(false)}>
        {printing && (
          <PrintPeople
            who={toListQuery(search)}
            columns={columns}
            onDone={() => setPrinting(false)}
          />
        )}
      </Part>
    </>
  );
}
