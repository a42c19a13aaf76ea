import { type ReactNode, useId, useRef, useState } from 'react';
import { filterMessages as texts } from '../text/lists.ts';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import { Icon, icons } from './icon.tsx';
import { OptionSelect } from './option-select.tsx';
import { SearchInput } from './search-field.tsx';

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
