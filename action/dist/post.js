import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a as t}from"./chunk-KOEF3CQT.js";import"./chunk-OVUSMRXT.js";import"./chunk-HO3B2DHB.js";import"./chunk-6VLYQYI6.js";await t(async()=>(await import("./post-6FQYI2JB.js")).postStep());
