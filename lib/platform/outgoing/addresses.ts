import { BlockList, isIP } from "node:net";

/*
 * Addresses that a request of ours must not reach unless an admin allows the host: everything that is not globally
 * reachable by the registries for special purposes of IANA (RFC 6890 and its successors, as of November 2026).
 */
const NOT_PUBLIC_4: readonly [address: string, prefix: number][] = [
  ["0.0.0.0", 8], // this network
  ["10.0.0.0", 8], // private
  ["100.64.0.0", 10], // shared by providers; cloud metadata of some
  ["127.0.0.0", 8], // loopback
  ["168.63.129.16", 32], // Azure's platform, metadata among it; in no registry
  ["169.254.0.0", 16], // link-local; cloud metadata
  ["172.16.0.0", 12], // private
  ["192.0.0.0", 24], // protocol assignments
  ["192.0.2.0", 24], // documentation
  ["192.88.99.0", 24], // 6to4 relays, withdrawn
  ["192.168.0.0", 16], // private
  ["198.18.0.0", 15], // benchmarks
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, broadcast
];
/** Within 2000::/3, which is all of IPv6 that is public. */
const NOT_PUBLIC_6: readonly [address: string, prefix: number][] = [
  ["2001::", 23], // protocol assignments, Teredo
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4: an IPv4 address of any kind within
  ["3fff::", 20], // documentation
];

const notPublic = new BlockList();
for (const [address, prefix] of NOT_PUBLIC_4) notPublic.addSubnet(address, prefix, "ipv4");
for (const [address, prefix] of NOT_PUBLIC_6) notPublic.addSubnet(address, prefix, "ipv6");
const global6 = new BlockList();
global6.addSubnet("2000::", 3, "ipv6");

/**
 * Whether an address is reachable by everyone on the internet. IPv4 addresses within IPv6 ones (mapped, compatible,
 * translated, 6to4, Teredo) are not public in that form, whatever they are by themselves: no name needs them.
 * @param address as sockets take it: dotted, or IPv6 without brackets; anything else is not public.
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !notPublic.check(address, "ipv4");
    case 6:
      return global6.check(address, "ipv6") && !notPublic.check(address, "ipv6");
    default:
      return false;
  }
}
