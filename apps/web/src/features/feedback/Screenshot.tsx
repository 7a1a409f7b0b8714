import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { domToCanvas } from 'modern-screenshot';
import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';

import { feedbackTexts as texts } from '@/texts/feedback';

import classes from './Feedback.module.css';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface ScreenshotProps {
  /** Is given what makes a file of the picture as it is shown; that fails when there is none. */
  onReady: (take: () => Promise<File>) => void;
  onRemove: () => void;
}

/** What was seen of the page when the form was opened: dialogs and messages lie beside it, and are left out. */
async function shoot(): Promise<HTMLCanvasElement> {
  const page = document.getElementById('root');
  if (page === null) throw new Error('the page has no #root');
  const canvas = await domToCanvas(page, {
    width: window.innerWidth,
    height: window.innerHeight,
    scale: 1,
    timeout: 10_000,
    backgroundColor: getComputedStyle(document.body).backgroundColor,
    style: { transform: `translate(${-window.scrollX}px, ${-window.scrollY}px)` },
  });
  // A page whose pictures do not let themselves be read gives one that can't be sent: better known at once.
  canvas.getContext('2d')?.getImageData(0, 0, 1, 1);
  return canvas;
}

const normal = ({ x, y, width, height }: Box): Box => ({
  x: Math.min(x, x + width),
  y: Math.min(y, y + height),
  width: Math.abs(width),
  height: Math.abs(height),
});

/** A box smaller than this is a click that slipped. */
const smallest = 4;

/** How far an arrow moves a box, and by how much it grows with shift, as a part of the picture. */
const step = 0.02;

const arrows: Partial<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** A picture of the page of which parts are made black: what is black is gone from the file, too. */
export default function Screenshot({ onReady, onRemove }: ScreenshotProps) {
  const [shot, setShot] = useState<HTMLCanvasElement>();
  const [problem, setProblem] = useState<Error>();
  const [boxes, setBoxes] = useState<readonly Box[]>([]);
  const [drawn, setDrawn] = useState<Box>();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const on = canvas.current?.getContext('2d');
    if (shot === undefined || on === null || on === undefined) return;
    on.drawImage(shot, 0, 0);
    on.fillStyle = '#000';
    for (const { x, y, width, height } of drawn ? [...boxes, normal(drawn)] : boxes)
      on.fillRect(x, y, width, height);
  }, [shot, boxes, drawn]);
  const ready = useEffectEvent(() =>
    onReady(
      () =>
        new Promise<File>((resolve, reject) => {
          if (canvas.current === null) reject(problem ?? new Error('the picture is not shown'));
          canvas.current?.toBlob((blob) => {
            if (blob === null) reject(new Error('the browser makes no file of the picture'));
            else resolve(new File([blob], 'scherm.png', { type: 'image/png' }));
          }, 'image/png');
        }),
    ),
  );
  useEffect(() => {
    shoot().then(setShot, setProblem);
  }, []);
  useEffect(() => {
    if (shot !== undefined || problem !== undefined) ready();
  }, [shot, problem]);
  const remove = (
    <Button variant="subtle" size="compact-sm" onClick={onRemove}>
      {texts.pictureRemove}
    </Button>
  );
  if (problem !== undefined) {
    return (
      <Alert role="alert" color="orange">
        <Stack gap="xs" align="flex-start">
          {texts.pictureFailed}
          {remove}
        </Stack>
      </Alert>
    );
  }
  if (shot === undefined) {
    return (
      <Group gap="xs">
        <Loader size="sm" aria-label={texts.takePicture} />
        {remove}
      </Group>
    );
  }

  const at = ({ nativeEvent, currentTarget }: PointerEvent<HTMLCanvasElement>) => {
    const scale = shot.width / currentTarget.clientWidth;
    return { x: nativeEvent.offsetX * scale, y: nativeEvent.offsetY * scale };
  };
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrawn({ ...at(event), width: 0, height: 0 });
  };
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    if (drawn === undefined) return;
    const { x, y } = at(event);
    setDrawn({ ...drawn, width: x - drawn.x, height: y - drawn.y });
  };
  const end = () => {
    setDrawn(undefined);
    if (drawn === undefined) return;
    const box = normal(drawn);
    if (box.width >= smallest && box.height >= smallest) setBoxes([...boxes, box]);
  };
  const add = () => {
    const { width, height } = shot;
    setBoxes([...boxes, { x: width / 3, y: height / 3, width: width / 3, height: height / 6 }]);
    canvas.current?.focus();
  };
  const press = (event: KeyboardEvent<HTMLCanvasElement>) => {
    const box = boxes.at(-1);
    const arrow = arrows[event.key];
    if (box === undefined) return;
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      setBoxes(boxes.slice(0, -1));
    }
    if (arrow === undefined) return;
    event.preventDefault();
    const [across, down] = [arrow[0] * step * shot.width, arrow[1] * step * shot.height];
    const { x, y, width, height } = box;
    const changed = event.shiftKey
      ? {
          ...box,
          width: Math.max(width + across, step * shot.width),
          height: Math.max(height + down, step * shot.height),
        }
      : {
          ...box,
          x: Math.min(Math.max(x + across, 0), shot.width - width),
          y: Math.min(Math.max(y + down, 0), shot.height - height),
        };
    setBoxes([...boxes.slice(0, -1), changed]);
  };
  return (
    <Stack gap="xs" component="section" aria-label={texts.picture}>
      <Text size="sm">{texts.pictureHint}</Text>
      <canvas
        ref={canvas}
        width={shot.width}
        height={shot.height}
        className={classes.shot}
        tabIndex={0}
        aria-label={texts.pictureKeys}
        onKeyDown={press}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={() => setDrawn(undefined)}
      >
        {texts.picture}
      </canvas>
      <Group gap="xs">
        <Button variant="default" size="compact-sm" onClick={add}>
          {texts.pictureBox}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          disabled={boxes.length === 0}
          onClick={() => setBoxes(boxes.slice(0, -1))}
        >
          {texts.pictureUndo}
        </Button>
        {remove}
      </Group>
    </Stack>
  );
}
