import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { filterMessages as texts } from '../text/lists.ts';
import { Button } from './button.tsx';
import { Field, TextField } from './field.tsx';
import { Icon, icons } from './icon.tsx';

/** What a list is filtered by: texts by the names of the fields. */
export type FilterValues = Readonly<Record<string, string>>;

/** Text to search for, unless it has options or another type. */
export interface FilterField {
  name: string;
  label: string;
  /** Labels by value. */
  options?: Readonly<Record<string, string>>;
  /** Whether one of the options always holds; otherwise empty filters nothing. */
  isRequired?: boolean;
  type?: 'month';
  placeholder?: string;
  maxLength?: number;
  /** Shown under "More filters". */
  isRare?: boolean;
}

export interface FilterProps {
  fields: readonly FilterField[];
  filter: FilterValues;
  /** The filter that a list begins with. */
  none: FilterValues;
  onChange: (changes: FilterValues) => void;
  /** Beside "More filters": what can be done with the filter. */
  actions?: ReactNode;
}

/** The filters of a list: the usual ones in sight, the others folded, and each choice as a chip that removes it. */
export function FilterBar({
  fields,
  filter,
  none,
  onChange,
  actions,
  count,
}: FilterProps & { count: string | undefined }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const bar = useRef<HTMLElement>(null);
  const rare = fields.filter(({ isRare }) => isRare);
  const set = fields.filter(({ name }) => filter[name] !== none[name]);
  const chips = set.filter(({ options, isRequired }) => options && !isRequired);
  // What was pressed is gone afterwards.
  const remove = (changes: FilterValues) => {
    onChange(changes);
    bar.current?.querySelector<HTMLElement>('input, select')?.focus();
  };
  const controls = (some: readonly FilterField[]) =>
    some.map((field) => (
      <FilterControl
        key={field.name}
        field={field}
        value={filter[field.name] ?? ''}
        onChange={(value) => onChange({ [field.name]: value })}
      />
    ));
  return (
    <search ref={bar} className="find">
      <div className="filters">{controls(fields.filter(({ isRare }) => !isRare))}</div>
      <div className="cluster">
        <strong role="status">{count}</strong>
        {chips.map(({ name, label, options }) => (
          <span key={name} className="chip">
            {label}: {options?.[filter[name] ?? ''] ?? filter[name]}
            <button
              className="icon-button"
              type="button"
              aria-label={texts.remove(label)}
              onClick={() => remove({ [name]: none[name] ?? '' })}
            >
              <Icon path={icons.remove} />
            </button>
          </span>
        ))}
        <div className="cluster">
          {set.length > 0 && (
            <Button kind="inline" onClick={() => remove(none)}>
              {texts.clear}
            </Button>
          )}
          {actions}
          {rare.length > 0 && (
            <Button
              kind="outline"
              isSmall
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setOpen(!isOpen)}
            >
              {texts.more(set.filter(({ isRare }) => isRare).length)}
            </Button>
          )}
        </div>
      </div>
      <div id={id} className="filters" hidden={!isOpen}>
        {controls(rare)}
      </div>
    </search>
  );
}

interface ControlProps {
  field: FilterField;
  value: string;
  onChange: (value: string) => void;
}

function FilterControl({ field, value, onChange }: ControlProps) {
  const { name, label, options, isRequired, type } = field;
  if (options) {
    // A value that is no option, as one of an old link, shows itself.
    const shown = isRequired ? options : { '': 'All', [value]: value || 'All', ...options };
    return <OptionSelect label={label} options={shown} value={value} onChange={onChange} />;
  }
  if (type)
    return (
      <TextField
        {...{ name, label, type, value }}
        optional={false}
        onChange={({ target }) => target.value && onChange(target.value)}
      />
    );
  return <SearchInput {...field} value={value} onSearch={onChange} />;
}

interface OptionSelectProps<Key extends string> {
  label: string;
  /** Texts by their values. */
  options: Readonly<Record<Key, string>>;
  value: Key;
  onChange: (value: Key) => void;
}

/** One of a few named options, from a list that opens; what is selected counts at once. */
export function OptionSelect<Key extends string>({
  label,
  options,
  value,
  onChange,
}: OptionSelectProps<Key>) {
  const isKey = (text: string): text is Key => Object.hasOwn(options, text);
  return (
    <Field label={label}>
      {(connected) => (
        <select
          className="input"
          {...connected}
          value={value}
          onChange={({ target }) => isKey(target.value) && onChange(target.value)}
        >
          {Object.entries<string>(options).map(([key, text]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** An address is typed in one go. */
const TYPING_PAUSE_MS = 250;

interface SearchProps {
  label: string;
  placeholder?: string;
  maxLength?: number;
  /** The text that is searched for. */
  value: string;
  /** Called with the text once typing has paused. */
  onSearch: (text: string) => void;
}

/** A field of a filter that searches once typing has paused: each search can make an audit entry. */
export function SearchInput({ label, placeholder, maxLength = 254, value, onSearch }: SearchProps) {
  const [typed, setTyped] = useState(value);
  const trimmed = typed.trim();
  const [debounced, setDebounced] = useState(trimmed);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(trimmed), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [trimmed]);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    // It comes from elsewhere, as from the browser's Back.
    if (value !== debounced) setTyped(value);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each search is reported once, whoever listens by then
  useEffect(() => onSearch(debounced), [debounced]);
  return (
    <Field label={label}>
      {(connected) => (
        <input
          className="input"
          {...connected}
          type="search"
          autoComplete="off"
          placeholder={placeholder}
          maxLength={maxLength}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          // What is pressed next goes by what is typed.
          onBlur={() => onSearch(typed.trim())}
        />
      )}
    </Field>
  );
}
