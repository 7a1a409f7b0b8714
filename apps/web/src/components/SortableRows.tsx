import { closestCenter, DndContext, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import type { ReactNode } from 'react';

/**
 * dnd-kit would speak English and name codes. Lists say themselves what moved, however it was moved, and the keyboard has arrows
 * instead.
 */
const silent = {
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
  screenReaderInstructions: { draggable: '' },
};

interface SortableRowsProps<Id extends string> {
  ids: readonly Id[];
  /** A row was dropped at another place among the ids. */
  onMove: (id: Id, to: number) => void;
  children: ReactNode;
}

/** Rows below each other that the mouse or a finger drags to another place; each calls useSortable. */
export function SortableRows<Id extends string>({ ids, onMove, children }: SortableRowsProps<Id>) {
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  return (
    <DndContext
      accessibility={silent}
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={({ active, over }) => {
        const id = ids.find((one) => one === active.id);
        const to = ids.findIndex((one) => one === over?.id);
        if (id !== undefined && to >= 0 && ids[to] !== id) onMove(id, to);
      }}
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}
