import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, Button, Checkbox, Group, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { useId, useState } from 'react';

import { useSaveLayout } from '@/api/dashboard-layout';
import type { DashboardLayout } from '@/api/types';
import { SortableRows } from '@/components/SortableRows';
import { notifyFailure } from '@/lib/notify-failure';
import { dashboardTexts, layoutTexts as texts } from '@/texts/dashboard';

import { icons } from './Block';
import classes from './Dashboard.module.css';
import { type BlockId, known, moved } from './layout';

interface ArrangeBlocksProps {
  layout: DashboardLayout;
  onDone: () => void;
}

/** Which blocks the dashboard has, and in which order. Each choice is kept at once. */
export default function ArrangeBlocks({ layout, onDone }: ArrangeBlocksProps) {
  const id = useId();
  const { mutate } = useSaveLayout();
  const [said, setSaid] = useState('');
  const order = known(layout.order);
  const hidden = known(layout.hidden);
  const save = (change: { order?: readonly BlockId[]; hidden?: readonly BlockId[] }) =>
    mutate(
      { order: [...order], hidden: [...hidden], ...copied(change) },
      { onError: notifyFailure },
    );
  const move = (block: BlockId, to: number) => {
    if (to < 0 || to >= order.length) return;
    save({ order: moved(order, block, to) });
    setSaid(texts.moved(dashboardTexts.blocks[block], to + 1));
  };
  return (
    <section aria-labelledby={id} className={classes.block}>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <div className={classes.head}>
        <Title order={2} id={id}>
          {texts.title}
        </Title>
        <Group gap="xs" className={classes.tools}>
          <Button
            variant="default"
            size="xs"
            onClick={() => save({ order: known(layout.defaults.order), hidden: [] })}
          >
            {texts.reset}
          </Button>
          <Button size="xs" onClick={onDone}>
            {texts.done}
          </Button>
        </Group>
      </div>
      <Text size="sm" c="dimmed">
        {texts.hint}
      </Text>
      <SortableRows ids={order} onMove={move}>
        <ol className={classes.list}>
          {order.map((block, place) => (
            <Row
              key={block}
              block={block}
              shown={!hidden.includes(block)}
              first={place === 0}
              last={place === order.length - 1}
              onMove={(by) => move(block, place + by)}
              onShow={(show) =>
                save({
                  hidden: show ? hidden.filter((one) => one !== block) : [...hidden, block],
                })
              }
            />
          ))}
        </ol>
      </SortableRows>
    </section>
  );
}

const copied = (change: { order?: readonly BlockId[]; hidden?: readonly BlockId[] }) => ({
  ...(change.order && { order: [...change.order] }),
  ...(change.hidden && { hidden: [...change.hidden] }),
});

interface RowProps {
  block: BlockId;
  shown: boolean;
  first: boolean;
  last: boolean;
  onMove: (by: number) => void;
  onShow: (show: boolean) => void;
}

/** A block that can be dragged to another place; the keyboard has its two arrows. */
function Row({ block, shown, first, last, onMove, onShow }: RowProps) {
  const { listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: block });
  const name = dashboardTexts.blocks[block];
  const What = icons[block];
  const arrows = [
    { label: texts.up(name), icon: IconArrowUp, by: -1, end: first },
    { label: texts.down(name), icon: IconArrowDown, by: 1, end: last },
  ];
  return (
    <li
      ref={setNodeRef}
      className={classes.arrange}
      data-off={!shown || undefined}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <span ref={setActivatorNodeRef} className={classes.grip} aria-hidden {...listeners}>
        <IconGripVertical size={18} />
      </span>
      <What size={20} stroke={1.7} aria-hidden />
      <span className={classes.name}>
        {name}
        {!shown && (
          <Text component="span" size="xs" c="dimmed">
            {' '}
            {texts.hidden}
          </Text>
        )}
      </span>
      <Checkbox
        checked={shown}
        aria-label={texts.show(name)}
        onChange={({ currentTarget }) => onShow(currentTarget.checked)}
      />
      {arrows.map(({ label, icon: Arrow, by, end }) => (
        <ActionIcon
          key={by}
          variant="subtle"
          color="gray"
          // Not disabled, or the focus would be gone at the end of the way.
          aria-disabled={end}
          data-disabled={end || undefined}
          aria-label={label}
          onClick={() => onMove(by)}
        >
          <Arrow size={18} aria-hidden />
        </ActionIcon>
      ))}
    </li>
  );
}
