import { CUSTOM, LICENSE_WORDS } from "@/lib/dataset/licenses/vocabulary";
import { AUTHORS, PAPER } from "@/lib/dataset/releases/rules";
import type { DatasetFacts } from "./facts";
import { semanticVersion } from "./vocabulary";
import { descriptionOf, licenseInWords } from "./words";

/** A text in YAML: JSON's strings are YAML's. */
const quoted = JSON.stringify;

const titleOf = ({ name }: DatasetFacts) => `FreshQA, release ${name}`;

const authors = (indent: string) =>
  AUTHORS.map(
    ({ family, given }) =>
      `${indent}- family-names: ${quoted(family)}\n${indent}  given-names: ${quoted(given)}\n`,
  ).join("");

/** The release in the Citation File Format 1.2.0. */
export function citationFile(facts: DatasetFacts): string {
  const { day, license, address, sha256 } = facts;
  const terms =
    license === null
      ? ""
      : license.license === CUSTOM
        ? `license-url: ${quoted(license.url)}\n`
        : `license: ${license.license}\n`;
  return `cff-version: 1.2.0
message: "Cite the release that you used, and the paper."
type: dataset
title: ${quoted(titleOf(facts))}
abstract: ${quoted(descriptionOf(facts))}
version: ${quoted(semanticVersion(day))}
date-released: ${quoted(facts.publishedOn)}
url: ${quoted(address)}
${terms}identifiers:
  - type: other
    value: ${quoted(`sha256:${sha256}`)}
    description: "SHA-256 of the CSV file"
authors:
${authors("  ")}preferred-citation:
  type: article
  title: ${quoted(PAPER.title)}
  year: ${PAPER.year}
  journal: ${quoted(PAPER.journal)}
  doi: ${quoted(PAPER.doi)}
  authors:
${authors("    ")}`;
}

/** The release as DataCite registers it, by schema 4.6; without a DOI, which registering gives. */
export function dataCite(facts: DatasetFacts): object {
  const { day, license, name, address, previous, sha256 } = facts;
  return {
    schemaVersion: "http://datacite.org/schema/kernel-4",
    types: { resourceTypeGeneral: "Dataset", resourceType: "Question-answering benchmark" },
    creators: AUTHORS.map(({ family, given }) => ({
      name: `${family}, ${given}`,
      nameType: "Personal",
      givenName: given,
      familyName: family,
    })),
    titles: [{ title: titleOf(facts) }],
    // What DataCite writes where a mandatory value is not known.
    publisher: { name: license?.holder ?? ":unav" },
    publicationYear: Number(facts.publishedOn.slice(0, 4)),
    dates: [
      { date: facts.publishedOn, dateType: "Issued" },
      { date: day, dateType: "Valid" },
    ],
    language: "en",
    version: semanticVersion(day),
    url: address,
    alternateIdentifiers: [
      { alternateIdentifier: name, alternateIdentifierType: "Release" },
      { alternateIdentifier: sha256, alternateIdentifierType: "SHA-256 of the CSV file" },
    ],
    sizes: [`${facts.questionCount} questions`, `${facts.byteSize} B (CSV)`],
    formats: ["text/csv", "application/vnd.apache.parquet"],
    descriptions: [{ description: descriptionOf(facts), descriptionType: "Abstract" }],
    subjects: [{ subject: "question answering" }, { subject: "factuality" }],
    relatedIdentifiers: [
      {
        relatedIdentifier: `arXiv:${PAPER.arXiv}`,
        relatedIdentifierType: "arXiv",
        relationType: "IsDocumentedBy",
      },
      ...(previous === null
        ? []
        : [
            {
              relatedIdentifier: address.replace(name, previous),
              relatedIdentifierType: "URL",
              relationType: "IsNewVersionOf",
            },
          ]),
    ],
    ...(license !== null && {
      rightsList: [
        {
          rights: LICENSE_WORDS[license.license].name,
          rightsUri: license.url,
          ...(license.license !== CUSTOM && {
            rightsIdentifier: license.license,
            rightsIdentifierScheme: "SPDX",
            schemeUri: "https://spdx.org/licenses/",
          }),
        },
      ],
    }),
  };
}

/**
 * What Zenodo's deposits take as metadata. Without a license, or with one that it has no name for, the files stay closed
 * there: an open deposit that names none would be given one.
 */
export function zenodo(facts: DatasetFacts): object {
  const { license } = facts;
  const named = license !== null && license.license !== CUSTOM;
  return {
    title: titleOf(facts),
    upload_type: "dataset",
    description: descriptionOf(facts),
    version: semanticVersion(facts.day),
    publication_date: facts.publishedOn,
    creators: AUTHORS.map(({ family, given }) => ({ name: `${family}, ${given}` })),
    keywords: ["question answering", "factuality"],
    language: "eng",
    access_right: named ? "open" : "closed",
    ...(named && { license: license.license.toLowerCase() }),
    notes: licenseInWords(facts),
    related_identifiers: [
      { identifier: `arXiv:${PAPER.arXiv}`, relation: "isDocumentedBy" },
      { identifier: facts.address, relation: "isIdenticalTo" },
    ],
  };
}
