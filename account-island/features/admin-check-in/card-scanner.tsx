import { frameLoop, QRCanvas, rearCamera } from 'qr/dom.js';
import { useEffect, useRef, useState } from 'react';
import { Notice } from '../../components/notice.tsx';
import { checkInMessages as texts } from '../../text/check-in.ts';

/** A card in sight is lost in a blurred frame now and then: it has gone only after this time. */
const SAME_CODE_MS = 3000;

interface Props {
  /** While hidden, the camera stays ready for the next card. */
  isHidden: boolean;
  /** Called with each QR code that comes into view. */
  onRead: (text: string) => void;
}

/** The camera, which reads QR codes. */
export function CardScanner({ isHidden, onRead }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'starting' | 'running' | 'blocked' | 'noCamera' | 'cameraFailed'>(
    'starting',
  );
  const report = useRef(onRead);
  useEffect(() => {
    report.current = onRead;
  });
  useEffect(() => {
    const player = video.current;
    if (!player) return undefined;
    const end = new AbortController();
    start(player, end.signal, (text) => report.current(text))
      .then(() => setState('running'))
      .catch((error: unknown) => end.signal.aborted || setState(reasonOf(error)));
    return () => end.abort();
  }, []);
  const hasFailed = state !== 'starting' && state !== 'running';
  return (
    <div className="card-scanner" hidden={isHidden}>
      {hasFailed ? (
        <Notice tone="danger" role="alert">
          {texts[state]}
        </Notice>
      ) : (
        <p role="status">{state === 'starting' ? texts.starting : texts.pointAt}</p>
      )}
      <video ref={video} muted playsInline hidden={hasFailed} aria-label={texts.camera} />
    </div>
  );
}

/** Resolves when the camera runs. It ends with the signal. */
async function start(
  player: HTMLVideoElement,
  signal: AbortSignal,
  onRead: (text: string) => void,
): Promise<void> {
  if (!navigator.mediaDevices) throw new DOMException('No camera.', 'NotFoundError');
  const camera = await rearCamera(player);
  const canvas = new QRCanvas({}, { async: true, cropToSquare: false });
  let isReading = false;
  let last = { text: '', at: 0 };
  const readFrame = async (at: number) => {
    if (isReading) return;
    isReading = true;
    const text = await camera.readFrame(canvas, true);
    isReading = false;
    if (signal.aborted || typeof text !== 'string') return;
    if (text !== last.text || at - last.at > SAME_CODE_MS) onRead(text);
    last = { text, at };
  };
  const stop = frameLoop(readFrame, player);
  const end = () => {
    stop();
    camera.stop();
  };
  if (signal.aborted) end();
  else signal.addEventListener('abort', end);
}

/** By the names that the standard gives to the failures of a camera (Media Capture and Streams, getUserMedia). */
function reasonOf(error: unknown) {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'blocked';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'noCamera' : 'cameraFailed';
}
