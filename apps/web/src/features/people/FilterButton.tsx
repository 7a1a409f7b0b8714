import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';

import { activeFilters } from './filters';
import classes from './PeopleToolbar.module.css';
import type { PeopleViewProps } from './view';
import { FrameIcon } from '@/components/icons/FrameIcon';
import { lazyPart } from '@/components/lazy-part';
import { Part } from '@/components/Part';
import { toolbarTexts } from '@/texts/people';

const FilterDrawer = lazyPart(() => import('./FilterDrawer'));

interface FilterButtonProps extends PeopleViewProps {
  total: number | undefined;
}

export function FilterButton({ search, onSearch, total }: FilterButtonProps) {
  const [opened, drawer] = useDisclosure();
  const count = activeFilters(search).length;
  return (
    <>
      <Button
        variant="default"
        leftSection={<FrameIcon name="filter" size={18} />}
        rightSection={count > 0 && <span className={classes.count}>{count}</span>}
        aria-label={count > 0 ? toolbarTexts.filtersWith(count) : undefined}
        aria-haspopup="dialog"
        onClick={drawer.open}
      >
        {toolbarTexts.filters}
      </Button>
      <Part onGiveUp={drawer.close}>
        {opened && (
          <FilterDrawer search={search} onSearch={onSearch} total={total} onClose={drawer.close} />
        )}
      </Part>
    </>
  );
}
