import { nameLanguage, personName } from '#shared/person-name';

interface Props {
  person: Parameters<typeof personName>[0] & { country?: string };
}

/** A person's name, marked with its language. */
export function PersonName({ person }: Props) {
  const name = personName(person);
  return <span lang={nameLanguage(name, person.country)}>{name}</span>;
}
