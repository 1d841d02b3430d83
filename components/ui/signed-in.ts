"use client";

import { createContext, useContext } from "react";

const SignedInContext = createContext<number | null>(null);

/** Around every signed-in page: whose account it is. */
export const SignedIn = SignedInContext.Provider;

/** The id of whoever is signed in; null on public pages. */
export const useUserId = (): number | null => useContext(SignedInContext);
