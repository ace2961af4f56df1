import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import"./chunk-6REANS53.js";var i={id:"vm",title:"Virtual machine",summary:"in the engine's virtual machine, on its own disk, outside of any container",runs:"machine",position:10,usesHostDirectory:!1,mounts:()=>[],contradiction:()=>null};export{i as scenario};
