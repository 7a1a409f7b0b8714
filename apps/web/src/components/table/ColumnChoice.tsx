import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Popover,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
  VisuallyHidden,
} from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconGripVertical,
  IconMinus,
  IconPlus,
  IconSearch,
} from '@tabler/icons-react';
import { type ReactElement, type ReactNode, useLayoutEffect, useRef, useState } from 'react';

import { SortableRows } from '@/components/SortableRows';
import { useKeepFocus } from '@/components/use-keep-focus';
import { holds } from '@/lib/find';
import { tableTexts as texts } from '@/texts/table';

import classes from './ColumnChoice.module.css';
import { type Widths, withinBounds } from './layout';
import type { Density } from './Table';

export interface ColumnChange {
  columns?: string[];
  widths?: Record<string, number>;
}

interface ColumnChoiceProps {
  /** Opens it. */
  target: ReactElement;
  /** Every column that there is, in the order in which they are offered. */
  all: readonly { id: string; label: string }[];
  /** Those of the list, in its order. */
  columns: readonly string[];
  widths: Widths;
  density: Density;
  onChange: (change: ColumnChange) => void;
  onDensity: (density: Density) => void;
}

const widthStep = 24;

/**
 * Which columns a list has, in which order and how wide, and how high its rows are. Open as soon as it is there: it is only
 * loaded when asked for.
 */
export default function ColumnChoice(props: ColumnChoiceProps) {
  const { target, all, columns, widths, density, onChange, onDensity } = props;
  const [search, setSearch] = useState('');
  const [setting, setSetting] = useState<'order' | 'width'>('order');
  const [said, setSaid] = useState('');
  const keepFocus = useKeepFocus(columns);
  const labelOf = (id: string) => all.find((column) => column.id === id)?.label ?? id;
  const found = (id: string) => holds(labelOf(id), search);

  const [lastColumns, changeColumns] = useChosen(columns);
  const [lastWidths, changeWidths] = useChosen(widths);
  const choose = (ids: string[]) => {
    keepFocus();
    changeColumns(ids);
    onChange({ columns: ids });
  };
  const move = (id: string, to: number) => {
    if (to < 0 || to >= lastColumns().length) return;
    const others = lastColumns().filter((column) => column !== id);
    choose([...others.slice(0, to), id, ...others.slice(to)]);
    setSaid(texts.moved(labelOf(id), to + 1));
  };
  const moveBy = (id: string, by: -1 | 1) => move(id, lastColumns().indexOf(id) + by);
  const widen = (id: string, by: number) => {
    const width = withinBounds((lastWidths()[id] ?? shownWidth(id)) + by);
    const changed = { ...lastWidths(), [id]: width };
    changeWidths(changed);
    onChange({ widths: changed });
    setSaid(texts.isWide(labelOf(id), width));
  };
  const shown = columns.filter(found);
  const hidden = all.map(({ id }) => id).filter((id) => !columns.includes(id) && found(id));

  return (
    <Popover position="bottom-end" trapFocus returnFocus withRoles defaultOpened>
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown p={0}>
        <VisuallyHidden role="status">{said}</VisuallyHidden>
        <Stack gap="xs" className={classes.head}>
          <TextInput
            type="search"
            size="xs"
            aria-label={texts.searchColumns}
            placeholder={texts.searchColumns}
            leftSection={<IconSearch size={14} aria-hidden />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label={texts.setting}
            data={[
              { value: 'order', label: texts.order },
              { value: 'width', label: texts.width },
            ]}
            value={setting}
            onChange={setSetting}
          />
        </Stack>
        <Stack gap={0} className={classes.lists}>
          <fieldset className={classes.list}>
            <legend>{texts.shown}</legend>
            <SortableRows ids={shown} onMove={move}>
              {shown.map((id) => {
                const place = columns.indexOf(id);
                return (
                  // Between columns that are not found there is no telling where one comes to stand.
                  <Row key={id} id={id} fixed={search !== '' || setting === 'width'}>
                    <Checkbox
                      id={`kolom-${id}`}
                      checked
                      // A list of names alone is never what somebody wants.
                      disabled={columns.length === 1}
                      label={labelOf(id)}
                      onChange={() => choose(lastColumns().filter((column) => column !== id))}
                    />
                    {setting === 'order' ? (
                      <Pair
                        id={id}
                        down={{
                          label: texts.up(labelOf(id)),
                          icon: <IconArrowUp size={16} aria-hidden />,
                          disabled: place === 0,
                          act: () => moveBy(id, -1),
                        }}
                        up={{
                          label: texts.down(labelOf(id)),
                          icon: <IconArrowDown size={16} aria-hidden />,
                          disabled: place === columns.length - 1,
                          act: () => moveBy(id, 1),
                        }}
                      />
                    ) : (
                      <Pair
                        id={id}
                        down={{
                          label: texts.narrower(labelOf(id)),
                          icon: <IconMinus size={16} aria-hidden />,
                          act: () => widen(id, -widthStep),
                        }}
                        up={{
                          label: texts.wider(labelOf(id)),
                          icon: <IconPlus size={16} aria-hidden />,
                          act: () => widen(id, widthStep),
                        }}
                      />
                    )}
                  </Row>
                );
              })}
            </SortableRows>
          </fieldset>
          {hidden.length > 0 && (
            <fieldset className={classes.list} data-hidden>
              <legend>{texts.hidden}</legend>
              {hidden.map((id) => (
                <Checkbox
                  key={id}
                  id={`kolom-${id}`}
                  checked={false}
                  label={labelOf(id)}
                  onChange={() => choose([...lastColumns(), id])}
                />
              ))}
            </fieldset>
          )}
          {shown.length + hidden.length === 0 && (
            <Text size="sm" c="dimmed" p="sm">
              {texts.noColumn}
            </Text>
          )}
        </Stack>
        <Group justify="space-between" wrap="nowrap" className={classes.foot}>
          {/* Kept as no choice, so that the usual columns may change later. */}
          <Button
            variant="subtle"
            size="compact-xs"
            onClick={() => onChange({ columns: [], widths: {} })}
          >
            {texts.reset}
          </Button>
          <SegmentedControl
            size="xs"
            aria-label={texts.density}
            data={[
              { value: 'compact', label: texts.densities.compact },
              { value: 'roomy', label: texts.densities.roomy },
            ]}
            value={density}
            onChange={onDensity}
          />
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}

interface Action {
  label: string;
  icon: ReactNode;
  disabled?: boolean;
  act: () => void;
}

/** Two buttons that do the opposite of each other. */
function Pair({ id, down, up }: { id: string; down: Action; up: Action }) {
  return (
    <Group gap={2} wrap="nowrap">
      {[down, up].map(({ label, icon, disabled = false, act }, index) => (
        <ActionIcon
          key={index}
          variant="subtle"
          color="gray"
          id={`kolom-${id}-${index}`}
          // Not disabled, or the focus would be gone at the end of the way.
          aria-disabled={disabled}
          data-disabled={disabled || undefined}
          aria-label={label}
          onClick={act}
        >
          {icon}
        </ActionIcon>
      ))}
    </Group>
  );
}

/** A column that can be dragged to another place; the keyboard has its two arrows. */
function Row({ id, fixed, children }: { id: string; fixed: boolean; children: ReactNode }) {
  const { listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id, disabled: fixed });
  return (
    <div
      ref={setNodeRef}
      className={classes.row}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <span
        ref={setActivatorNodeRef}
        className={classes.grip}
        data-fixed={fixed || undefined}
        aria-hidden
        {...listeners}
      >
        <IconGripVertical size={16} />
      </span>
      {children}
    </div>
  );
}

/** How wide a column is now, without a choice. */
const shownWidth = (id: string): number =>
  document.querySelector(`th[data-column="${id}"]`)?.getBoundingClientRect().width ?? 160;

/** What was chosen last, drawn or not: a key that is held comes faster than the page draws. */
function useChosen<T>(shown: T): [last: () => T, change: (to: T) => void] {
  const chosen = useRef(shown);
  useLayoutEffect(() => {
    chosen.current = shown;
  }, [shown]);
  return [
    () => chosen.current,
    (to) => {
      chosen.current = to;
    },
  ];
}
