"use server";

import { action } from "@/lib/people/access/action";
import * as commands from "./commands";
import { chooseLicenseSchema, stateLicenseSchema } from "./schema";

export const chooseLicense = action(chooseLicenseSchema, commands.chooseLicense);

export const stateLicense = action(stateLicenseSchema, commands.stateLicense);
