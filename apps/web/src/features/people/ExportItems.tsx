import { Menu } from '@mantine/core';
import { IconFileSpreadsheet, IconFileText } from '@tabler/icons-react';

import type { ExportFormat } from '@/api/people/wire';
import { peopleTexts } from '@/texts/people';

const formats = ['csv', 'xlsx'] as const satisfies ExportFormat[];

const icons = { csv: IconFileText, xlsx: IconFileSpreadsheet };

/** The files that a list can be taken along as, in a menu. */
export function ExportItems({ onExport }: { onExport: (format: ExportFormat) => void }) {
  return formats.map((format) => {
    const Icon = icons[format];
    return (
      <Menu.Item
        key={format}
        leftSection={<Icon size={18} aria-hidden />}
        onClick={() => onExport(format)}
      >
        {peopleTexts.exportAs[format]}
      </Menu.Item>
    );
  });
}
